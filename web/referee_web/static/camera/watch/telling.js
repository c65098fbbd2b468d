// What the watching page says: what it waits for, and what somebody has to do first.

import { enteredElsewhere } from "./asked.js";
import { say } from "../../messages.js";

const ended = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

export const askWhoLed = ({ first, due }) => say("{first}’s card came down before {due}’s. Who led?", { first, due });

// What may be entered instead, and no camera can see.
export function sayElsewhere(prompts) {
  const titles = enteredElsewhere(prompts).map(({ title }) => title);
  return titles.length ? say("On a phone: {what}", { what: [...new Set(titles)].join(", ") }) : "";
}

// Nothing of entries that are all there: they are shown as soon as nothing moves.
export function sayWhatIsMissing(answer, { hasMoved, isReady, isLeftLying, view }) {
  if (hasMoved) return say("The camera seems to have moved. Check that the names are still where everybody sits.");
  if (!isReady) return say("Leave the table as it is for a moment.");
  if (view.finished) return view.next;
  if (!answer) return say("Enter this on a phone: {what}", { what: view.next });
  const { title } = answer.prompt;
  const names = answer.waitsFor.join(", ");
  if (answer.isPart && answer.decides) {
    return say(
      "{what} Waiting for {names}. If they show no cards, tap “Nobody else shows cards”.",
      { what: ended(title), names },
    );
  }
  if (answer.decides) return say("{what} If you do, turn your cards up. Then tap “Everyone has decided”.", { what: title });
  if (answer.wrong.length) return say("Take a look: say which card it is, or lay it out more clearly.");
  if (answer.isUnclear) return say("It’s not clear whose card is whose. Lay each one closer to its player.");
  if (isLeftLying) return say("Pick up the cards that lie there. Next: {what}", { what: title });
  if (answer.isSecret) return say("{what} Nothing is read until everybody has turned it up.", { what: ended(title) });
  if (answer.tooMany.length) {
    const tooMany = answer.tooMany.join(", ");
    return say("Too many cards lie open: {names}. Take away those that don’t belong.", { names: tooMany });
  }
  if (answer.waitsFor.length) return say("{what} Waiting for {names}.", { what: ended(title), names });
  if (answer.entries) return undefined;
  return say("{what}: lay the cards open, a little apart.", { what: title });
}
