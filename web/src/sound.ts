/** Small sounds, made on the spot; silent until they are switched on. */

const STORE = "sprague.sound";
let on = read();
let context: AudioContext | null = null;

export function hasSound(): boolean {
  return on;
}

export function setSound(now: boolean): void {
  on = now;
  try {
    localStorage.setItem(STORE, now ? "on" : "off");
  } catch {
    // It lasts as long as the page.
  }
  if (now) chime("take");
}

/** A short tone for a move, three for an end. */
export function chime(kind: "take" | "end"): void {
  if (!on) return;
  context ??= new AudioContext();
  const tones = kind === "take" ? [440] : [523, 659, 784];
  tones.forEach((pitch, i) => tone(context as AudioContext, pitch, i * 0.12));
}

function tone(at: AudioContext, pitch: number, delay: number): void {
  const [source, volume] = [at.createOscillator(), at.createGain()];
  const start = at.currentTime + delay;
  source.frequency.value = pitch;
  source.type = "triangle";
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.14);
  source.connect(volume).connect(at.destination);
  source.start(start);
  source.stop(start + 0.15);
}

function read(): boolean {
  try {
    return localStorage.getItem(STORE) === "on";
  } catch {
    return false;
  }
}
