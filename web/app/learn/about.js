// @ts-check
// Where the games come from, who made what, who may use it, and how a board is shown in another page.

import { h, setChildren, setText } from '../dom.js';
import { HOME_GAMES, gameOf } from '../games.js';
import { LANGS, LANG_NAMES } from '../texts.js';
import { createPaperPage } from './sheet.js';

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export const createPage = (context, { hash }) => createPaperPage(context, { folder: 'about', name: 'about', game: null, hash, before: () => [], after: () => [snippetMaker(context)] });

/** What is copied into another page. @param {string} address */
const snippetOf = (address) => `<iframe src="${address}" title="Tablen" width="480" height="520" loading="lazy"></iframe>`;

/** @param {import('../context.js').Context} context */
function snippetMaker(context) {
  const { say, api } = context;
  const game = h('select', { attrs: { id: 'embed-game' } }, HOME_GAMES.map((name) => h('option', { attrs: { value: name } }, say(gameOf(name).title))));
  const presets = h('datalist', { attrs: { id: 'embed-presets' } });
  const rules = h('input', { attrs: { id: 'embed-rules', type: 'text', list: 'embed-presets', spellcheck: 'false', autocomplete: 'off', placeholder: 'preset:ashton' } });
  const lang = h('select', { attrs: { id: 'embed-lang' } }, h('option', { attrs: { value: '' } }, say('learn.embed.lang.reader')), LANGS.map((known) => h('option', { attrs: { value: known, lang: known } }, LANG_NAMES[known])));
  const position = h('input', { attrs: { id: 'embed-position', type: 'text', spellcheck: 'false', autocomplete: 'off' } });
  const roll = h('input', { attrs: { id: 'embed-roll', type: 'text', inputmode: 'numeric', maxlength: 3, autocomplete: 'off' } });
  const moves = h('input', { attrs: { id: 'embed-moves', type: 'text', spellcheck: 'false', autocomplete: 'off', placeholder: 'D1-D3, E3-H3' } });
  const code = h('textarea', { class: 'embed-code', attrs: { id: 'embed-code', rows: 3, readonly: true, spellcheck: 'false' }, on: { focus: (event) => event.target.select() } });
  const frame = h('iframe', { class: 'embed-frame', attrs: { title: say('learn.embed.preview'), width: 480, height: 520, loading: 'lazy' } });
  /** @param {string} id @param {string} key @param {HTMLElement} field */
  const labelled = (id, key, field) => h('p', { class: 'embed-field' }, h('label', { attrs: { for: id } }, say(key)), field);
  function update() {
    const asked = new URLSearchParams({ game: game.value });
    if (rules.value.trim() !== '') asked.set('rules', rules.value.trim());
    if (lang.value !== '') asked.set('lang', lang.value);
    if (position.value.trim() !== '') asked.set('position', position.value.trim());
    if (/^[1-6]{3}$/.test(roll.value)) asked.set('roll', roll.value);
    if (moves.value.trim() !== '') asked.set('moves', moves.value.trim());
    const address = `${location.origin}/embed?${asked}`;
    setText(code, snippetOf(address));
    code.value = snippetOf(address);
    frame.src = address;
  }
  /** The rules that have a name, to choose from; any others can be written. */
  async function offer() {
    const { games } = await api.games();
    const named = games.find(({ name }) => name === game.value)?.presets ?? [];
    setChildren(presets, named.map(({ name, title }) => h('option', { attrs: { value: gameOf(game.value).rules(name), label: title } })));
  }
  game.addEventListener('change', () => {
    // Rules of another game are none of this one.
    rules.value = '';
    void offer().catch(() => {});
  });
  for (const field of [game, rules, lang, position, roll, moves]) field.addEventListener('change', update);
  update();
  void offer().catch(() => {});
  return h(
    'section',
    { class: 'embed-maker', attrs: { 'aria-labelledby': 'embed' } },
    labelled('embed-game', 'learn.embed.game', game),
    labelled('embed-rules', 'learn.embed.rules', rules),
    presets,
    labelled('embed-lang', 'learn.embed.lang', lang),
    labelled('embed-position', 'learn.embed.position', position),
    labelled('embed-roll', 'learn.embed.roll', roll),
    labelled('embed-moves', 'learn.embed.moves', moves),
    labelled('embed-code', 'learn.embed.code', code),
    frame,
  );
}
