// What the scripts say to people: `say("Picked: {cards}", { cards })`, `count("{n} card", "{n} cards", n)`. A page in a
// language other than English loads the translations in a script of their own, which runs first.

const words = () => globalThis.refereeWords ?? {};

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

export function say(template, values = {}) {
  return fill(words()[template] ?? template, values);
}

export function count(one, many, n, values = {}) {
  const forms = words()[one] ?? { one, other: many };
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  return fill(forms[form] ?? forms.other, { n, ...values });
}
