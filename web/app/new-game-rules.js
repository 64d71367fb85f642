// @ts-check
// The rules of a new game: variants that have a name, and every option of them, which can be searched.

import { h, setText } from './dom.js';
import { fold } from './form-fields.js';
import { ruleTerm } from './glossary.js';
import { sideName } from './names.js';
import { changesTo } from './table-request.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').GameInfo} GameInfo */
/** @typedef {import('../protocol.js').OptionInfo} OptionInfo */
/** @typedef {import('../protocol.js').PresetInfo} PresetInfo */
/** @typedef {import('./new-game-page.js').Choice} Choice */

/** The board belongs to the game that was chosen; it is no option within it. */
const FIXED = new Set(['board', 'book']);

/**
 * Rules: those that have a name, and each option of them.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 * @param {(preset: string) => void} choosePreset
 */
export function rulesFold(context, game, choice, choose, choosePreset) {
  const { say } = context;
  const changed = Object.keys(changesTo(game, choice.preset, choice.choices)).length;
  const preset = game.presets.find(({ name }) => name === choice.preset);
  const chosen = [preset?.title ?? '', changed > 0 ? say('web.new.changed', { count: changed }) : ''].filter(Boolean).join(' · ');
  return h(
    'div',
    { class: 'fold' },
    fold(
      'rules', say('web.new.variants'), chosen, choice.showsRules, (isOpen) => (choice.showsRules = isOpen),
      game.presets.length > 1 && variantField(context, game, choice, choosePreset),
      optionsField(context, game, choice, choose),
    ),
    h('p', { class: 'about balance' }, changed > 0 ? say('web.new.balance.changed') : balanceText(say, game, preset)),
  );
}

/**
 * What is known of the chances of both sides.
 * @param {import('./texts.js').Say} say
 * @param {GameInfo} game
 * @param {PresetInfo | undefined} preset
 */
function balanceText(say, game, preset) {
  const balance = preset?.balance;
  if (!balance) return say('web.new.balance.unknown');
  const percent = (/** @type {number} */ part) => Math.round((100 * part) / balance.games);
  const values = { side: sideName(say, game.name, 'light'), share: percent(balance.light), games: balance.games };
  return balance.drawn > 0 ? say('web.new.balance.drawn', { ...values, drawn: percent(balance.drawn) }) : say('web.new.balance', values);
}

/**
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(preset: string) => void} choose
 */
function variantField({ say, api }, game, choice, choose) {
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', null, say('web.new.variant')),
    h(
      'div',
      { class: 'variants' },
      game.presets.map((preset) =>
        h(
          'label',
          { class: 'variant' },
          h('input', {
            attrs: { type: 'radio', name: 'preset', id: `preset-${preset.name}`, checked: preset.name === choice.preset, 'aria-describedby': `about-${preset.name}` },
            on: { change: () => choose(preset.name) },
          }),
          h('img', { attrs: { src: api.diagramAddress(preset.ruleset), alt: '', width: 96, height: 96, loading: 'lazy' } }),
          h(
            'span',
            { class: 'variant-text' },
            h('b', null, preset.title),
            h('span', { class: 'about', attrs: { id: `about-${preset.name}` } }, h('span', { class: 'variant-about' }, `${preset.about}.`), ' ', balanceText(say, game, preset)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Every option of the rules, and a field to find one by its words.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function optionsField(context, game, choice, choose) {
  const { say } = context;
  const options = game.options.filter(({ key }) => !FIXED.has(key)).map((option) => ({
    words: [option.about, ...option.rules, ...option.values.map(({ about }) => about)].join(' ').toLocaleLowerCase(context.lang()),
    field: optionField(context, option, choice.choices[option.key] ?? '', (value) => choose({ choices: { ...choice.choices, [option.key]: value } })),
  }));
  const found = h('p', { class: 'about', attrs: { role: 'status' } });
  const filter = () => {
    const wanted = choice.search.toLocaleLowerCase(context.lang()).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { words, field } of options) {
      field.hidden = !wanted.every((word) => words.includes(word));
      count += Number(!field.hidden);
    }
    setText(found, count === 0 ? say('web.new.found.none') : say('web.new.found', { count }));
  };
  const search = h('input', {
    attrs: { type: 'search', id: 'option-search', value: choice.search, placeholder: say('web.new.search'), 'aria-label': say('web.new.search') },
    on: { input: () => ((choice.search = search.value), filter()) },
  });
  filter();
  return h('section', { class: 'options' }, h('h2', null, say('web.new.more')), h('div', { class: 'row' }, search, found), options.map(({ field }) => field));
}

/**
 * @param {Context} context
 * @param {OptionInfo} option
 * @param {string} value
 * @param {(value: string) => void} choose
 */
function optionField(context, option, value, choose) {
  return h(
    'fieldset',
    { class: 'option' },
    h('legend', null, option.about, ' ', option.rules.flatMap((rule) => [ruleTerm(context, rule), ' '])),
    option.values.map(({ name, about }) =>
      h(
        'label',
        { class: 'preset' },
        h('input', {
          attrs: { type: 'radio', name: `option-${option.key}`, id: `option-${option.key}-${name}`, checked: name === value },
          on: { change: () => choose(name) },
        }),
        h('span', null, about),
      ),
    ),
  );
}
