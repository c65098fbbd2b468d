// Whether to vibrate is asked only where a phone can: Safari and Firefox never do, and a laptop has nothing that would.

const canVibrate = "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;

document.getElementById("vibrate-yes").closest("label").hidden = !canVibrate;
