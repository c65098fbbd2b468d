// Forms that somebody fills in while the page is drawn again: one that asks for the same stays as it is, and of one that
// asks for something else what still fits is carried over.

import { isAsItCame, SAID_BESIDE, takeSource } from "./blocks.js";
import { isUnsent } from "./outbox.js";
import {
  ALERT, all, CARD, FIELD, fieldNamed, FORMS, GO, GRID, HEAD, isPick, isTouched, isUncopied, ORDER, questionOf, slotOf,
  TROUBLES, withKey,
} from "../dom.js";

const AFTER = 'input[name="after"]';
const REPLACES = 'input[name="replaces"]';
const CELL = "label:has(> input[data-card]), [data-out]";

// Values that nobody has changed give way to those of the fetched form: a race may have filled them in.
// An order is one value, though each seat has an input. In a form that was refused all is as somebody filled it in.
function changed(input) {
  if (input.form?.hasAttribute("data-refused")) return true;
  const order = input.closest(ORDER);
  return order ? all("input, select", order).some(isTouched) : isTouched(input);
}

// What was filled in for a question that is still asked. What somebody has taken back is filled in too, though it is no
// longer the latest that happened.
function carryOver(old, fresh, isAnswer) {
  const isTakenBack = Boolean(old.querySelector(REPLACES)) && !fresh.querySelector(REPLACES);
  const asks = (to, from) => isAnswer ? to.name === from.name
    : slotOf(to) === slotOf(from) && questionOf(to) === questionOf(from);
  const inputs = all("input, select", fresh);
  for (const from of all("input, select", old)) {
    if (from.type === "hidden" || !from.name || !(isTakenBack || changed(from))) continue;
    const like = inputs.filter((to) => asks(to, from));
    const picks = isPick(from);
    const to = picks ? like.find((one) => one.value === from.value) : like[0];
    if (!to || to.disabled) continue;
    if (picks) to.checked = from.checked;
    else to.value = from.value;
  }
}

const questionsOf = (form) => [form, ...all("[data-question]", form)].map(({ dataset }) => dataset.question);

// Whether anything is asked in both.
function asksAgain(old, fresh) {
  const before = questionsOf(old);
  return questionsOf(fresh).some((question) => before.includes(question));
}

// A refusal, with its rule, stays until another card is tapped or something else is sent from its form. Only where the
// cards of others were the reason, it is theirs that have changed.
function seeAfter(form, now) {
  const after = form.querySelector(AFTER);
  if (!after) return;
  const isOver = "clash" in form.dataset && after.value !== now && !isUnsent(form);
  if (isOver) all(TROUBLES, form).forEach((one) => one.remove());
  if (!isUnsent(form)) after.value = now;
}

// The same prompt drawn again, since other cards may be picked by now.
function carryTroubles(old, fresh) {
  if (fresh.querySelector(TROUBLES)) return;
  const troubles = all(TROUBLES, old);
  fresh.querySelector(HEAD).after(...troubles);
  fresh.toggleAttribute("data-refused", troubles.length > 0);
  for (const error of all(`${FIELD} > ${ALERT}`, old)) {
    const field = fieldNamed(error.parentElement.dataset.field, fresh);
    field?.toggleAttribute("data-wrong", true);
    field?.querySelector("legend").after(error);
  }
}

// A form that asks for something else now: of what was filled in that stays which is still asked. What is being sent is not
// a pick for the next form. Returns whether what was filled in stands in the fresh form.
function carryInto(old, fresh) {
  const isAnswer = fresh.hasAttribute("data-answered");
  const isSame = asksAgain(old, fresh) && !old.dataset.busy;
  if (isSame || isAnswer) carryOver(old, fresh, isAnswer);
  // The same person goes on filling it in.
  if (isSame && !isAnswer) {
    for (const name of ["openPart", "openPlace"]) if (name in old.dataset) fresh.dataset[name] = old.dataset[name];
    fresh.dataset.carried = "";
  }
  if (isSame && old.hasAttribute("data-refused")) carryTroubles(old, fresh);
  return isSame || isAnswer;
}

// A form that asks for the same stays as it is, but for what is said beside it.
function stay(old, fresh) {
  seeAfter(old, fresh.querySelector(AFTER)?.value);
  for (const part of SAID_BESIDE) {
    const [before, now] = [old, fresh].map((form) => form.querySelector(part));
    if (before && now && !isAsItCame(before, now)) before.replaceWith(now);
  }
  const totals = all("[data-has]", old);
  all("[data-has]", fresh).forEach(({ dataset }, at) => {
    if (totals[at]) totals[at].dataset.has = dataset.has;
  });
  // While a ruling is disputed, nothing can be sent.
  const [go, before] = [fresh, old].map((one) => one.querySelector(GO));
  if (go && before) before.disabled = go.disabled;
  // An answer opens its panel once; from then on the panel is as its reader leaves it.
  old.removeAttribute("data-answered");
}

// The same question with other cards to pick: they alone are drawn again. Returns whether the form can stay for it.
function renew(old, fresh) {
  const isSame = "question" in old.dataset && String(questionsOf(old)) === String(questionsOf(fresh));
  if (!isSame || old.dataset.busy || old.hasAttribute("data-refused")) return false;
  const [fields, now] = [old, fresh].map((form) => all(FIELD, form));
  if (fields.length !== now.length) return false;
  const changes = [];
  for (const [at, field] of fields.entries()) {
    if (isAsItCame(field, now[at])) continue;
    const found = changesIn(field, now[at]);
    if (!found) return false;
    changes.push(...found);
  }
  for (const [before, next] of changes) before.replaceWith(next);
  fields.forEach((field, at) => takeSource(field, now[at]));
  for (const name of ["shape", "takenBy"]) if (name in fresh.dataset) old.dataset[name] = fresh.dataset[name];
  return true;
}

// What of a field is drawn again, each with what takes its place: its cards, or all of one without cards in which nobody
// has chosen; null where it is more.
function changesIn(field, now) {
  const grids = all(GRID, field).length;
  if (!grids) return all("input, select", field).some(changed) ? null : [[field, now]];
  if (grids > 1) return null;
  const [cells, next] = [field, now].map((one) => all(CELL, one));
  const codeOf = (cell) => cell.dataset.code ?? cell.querySelector(CARD).value;
  const isOut = (cell) => "code" in cell.dataset;
  const isAlike = field.querySelector("legend").textContent === now.querySelector("legend").textContent;
  if (!isAlike || cells.map(codeOf).join() !== next.map(codeOf).join()) return null;
  const changes = cells.map((cell, at) => [cell, next[at]]).filter(([cell, to]) => isOut(cell) !== isOut(to));
  return changes.some(([cell]) => cell.querySelector(":checked")) ? null : changes;
}

// Returns the forms that stay, by the fetched ones in whose place they do; and those that somebody has begun on this page
// and that ask for something else now.
export function keepForms(fresh) {
  const kept = new Set();
  const stays = new Map();
  for (const form of all("[data-key]", fresh)) {
    const old = withKey(form.dataset.key);
    if (!old) continue;
    const isAgain = isUncopied(old) || form.hasAttribute("data-answered");
    const isOther = isAgain || (old.dataset.shape !== form.dataset.shape && !renew(old, form));
    if (!isOther) {
      stay(old, form);
      stays.set(form, old);
    }
    if (!isOther || carryInto(old, form)) kept.add(old);
  }
  return { stays, gone: all(FORMS).filter((old) => !kept.has(old) && isBegun(old)) };
}

export const isBegun = (form) => !form.dataset.busy && all("input:not([type=hidden]), select", form).some(changed);
