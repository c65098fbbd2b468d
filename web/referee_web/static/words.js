// What the scripts say to people: `say("Picked: {cards}", { cards })`, `count("{n} card", "{n} cards", n)`.

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

export function say(template, values = {}) {
  return fill(template, values);
}

export function count(one, many, n, values = {}) {
  return fill(n === 1 ? one : many, { n, ...values });
}
