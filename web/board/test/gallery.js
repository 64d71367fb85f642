// @ts-check
// Every scene on a page; `?scene=NAME&theme=dark&lang=fr&flip&edit&look=3` shows one alone. Serve the project's folder with any file server.

import { Board } from '../index.js';
import { allScenes, sayer } from './scenes.js';

const query = new URLSearchParams(location.search);
const lang = query.get('lang') ?? 'en';
const wanted = query.get('scene');
const text = await (await fetch(new URL(`../../texts/${lang}/board.txt`, import.meta.url))).text();
const scenes = await allScenes(async (name) => (await fetch(new URL(`../../fixtures/${name}.json`, import.meta.url))).json());
const main = /** @type {HTMLElement} */ (document.querySelector('main'));
if (query.has('theme')) document.documentElement.dataset.theme = query.get('theme') ?? '';
document.documentElement.lang = lang;
document.body.classList.toggle('alone', wanted !== null);

/** What the boards have told, in order: commands, and questions why. @type {object[]} */
const told = [];
/** What they have said for those who listen. @type {string[]} */
const heard = [];
/** @type {Record<string, import('../types.js').Api>} */
const boards = {};
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted && name !== wanted) continue;
  const section = document.createElement('section');
  const title = document.createElement('h2');
  title.textContent = name;
  const host = document.createElement('div');
  host.className = 'host';
  section.append(title, host);
  main.append(section);
  boards[name] = Board(host, {
    say: sayer(text, lang),
    scene,
    isFlipped: query.has('flip'),
    isEditable: query.has('edit'),
    animate: !query.has('still'),
    events: {
      command: (command) => told.push(command), why: (from, to) => told.push({ why: { from, to } }),
      tell: (text) => heard.push(text),
      draw: (shapes) => told.push({ draw: shapes }), cell: (at) => told.push({ cell: at }), drop: (from, to, kind) => told.push({ drop: { from, to, kind } }),
    },
  });
}
Object.assign(window, { gallery: { boards, scenes, told, heard } });
