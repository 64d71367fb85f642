// @ts-check
// Demonstrates the board: a script in the place of a table answers what is played.

import { Board, announce } from '../index.js';
import { SCRIPTS } from './scripts.js';

/** @typedef {import('../types.js').Scene} Scene */

/** How long the script thinks. */
const ANSWERS_IN = 700;

/** @template {HTMLElement} T @param {string} id @param {new () => T} type @returns {T} */
function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

/** The texts of a language: as the server of Tablen has them, or as they stand in the project. @param {string} lang @returns {Promise<Map<string, string>>} */
async function textsOf(lang) {
  const served = await fetch(new URL(`../../texts/${lang}.json`, import.meta.url));
  if (served.ok) return new Map(Object.entries(await served.json()));
  const source = await (await fetch(new URL(`../../texts/${lang}/board.txt`, import.meta.url))).text();
  return new Map([...source.matchAll(/^(\S+) = (.*)$/gm)].map(([, key, text]) => [key, text]));
}

/** @param {Map<string, string>} texts @returns {import('../types.js').Say} */
const sayer = (texts) => (key, values = {}) =>
  (texts.get(key) ?? key).replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => (one === undefined ? String(values[name]) : values[name] === 1 ? one : many));

const [game, lang, theme] = ['game', 'lang', 'theme'].map((id) => byId(id, HTMLSelectElement));
const [animate, sound, flip] = ['animate', 'sound', 'flip'].map((id) => byId(id, HTMLInputElement));
const [back, hint, refuse, picture] = ['back', 'hint', 'refuse', 'picture'].map((id) => byId(id, HTMLButtonElement));
const told = byId('told', HTMLOListElement);
game.append(...Object.keys(SCRIPTS).map((name) => new Option(name)));
game.value = new URLSearchParams(location.search).get('game') ?? 'tavli';

/** @param {string} what @param {unknown} [data] */
function tell(what, data) {
  const item = document.createElement('li');
  item.textContent = data === undefined ? what : `${what} ${JSON.stringify(data)}`;
  told.prepend(item);
}

let say = sayer(await textsOf(lang.value));
let script = SCRIPTS[game.value]();
let isRefusing = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let answer;

/** @param {Scene} scene */
function show(scene) {
  const before = board.state().config.scene;
  for (const text of announce(say, before?.view.game === scene.view.game ? before : null, scene)) tell(text);
  board.set({ scene });
}

/** @param {import('../types.js').Command} command */
function play(command) {
  tell('command', command);
  if (isRefusing) {
    isRefusing = false;
    board.refuse('Not this time.');
    return;
  }
  show(script.play(command));
  answerSoon();
}

function answerSoon() {
  clearTimeout(answer);
  const next = script.answer();
  if (next === null) return;
  answer = setTimeout(() => {
    show(next());
    answerSoon();
  }, Math.max(ANSWERS_IN, board.stillIn()));
}

const board = Board(byId('board', HTMLDivElement), {
  say,
  events: { command: play, why: (from, to) => tell('why', { from, to }), tell: (text) => tell('pick', text) },
});

function start() {
  script = SCRIPTS[game.value]();
  show(script.scene());
  answerSoon();
}

game.addEventListener('change', start);
lang.addEventListener('change', async () => {
  say = sayer(await textsOf(lang.value));
  document.documentElement.lang = lang.value;
  board.set({ say });
});
theme.addEventListener('change', () => {
  if (theme.value) document.documentElement.dataset.theme = theme.value;
  else delete document.documentElement.dataset.theme;
});
animate.addEventListener('change', () => board.set({ animate: animate.checked }));
sound.addEventListener('change', () => board.set({ sound: sound.checked }));
flip.addEventListener('change', () => board.set({ isFlipped: flip.checked }));
hint.addEventListener('click', () => board.set({ hint: script.hint() }));
refuse.addEventListener('click', () => (isRefusing = true));
picture.addEventListener('click', () => open(URL.createObjectURL(new Blob([board.picture()], { type: 'image/svg+xml' }))));
back.addEventListener('click', () => {
  const scene = script.scene();
  const { scene: now } = board.state().config;
  const look = now?.look === null ? scene.lines.length - 2 : (now?.look ?? 0) - 1;
  board.set({ scene: { ...scene, look: look < -1 ? null : look } });
});
start();
