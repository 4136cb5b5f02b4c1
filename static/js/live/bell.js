// A bell, for pages with a button `data-sound`: browsers allow a sound after a touch only.

let sound = null;

export function ring(times) {
  if (!sound) return;
  for (let n = 0; n < times; n += 1) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    const from = sound.currentTime + n * 0.9;
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.5, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.8);
    tone.connect(volume).connect(sound.destination);
    tone.start(from);
    tone.stop(from + 0.8);
  }
}

function showButtons() {
  const pressed = String(sound !== null);
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = false;
    if (button.ariaPressed !== pressed) button.ariaPressed = pressed;
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  if (sound) {
    sound.close();
    sound = null;
  } else {
    sound = new AudioContext();
    ring(1);
  }
  showButtons();
});

for (const change of ["htmx:afterSwap", "live:shown"]) document.addEventListener(change, showButtons);
showButtons();
