// @ts-check
// A game with everything chosen: opponent, side, rules, clock, match. All that is offered comes from the server's description.

import { h, icon, setChildren, setIdle } from './dom.js';
import { failureText } from './failure-text.js';
import { fileAddress } from './file-address.js';
import { gameOf } from './games.js';
import { controlName, formName, levelName, sideName } from './names.js';
import { openTable } from './open-table.js';
import { changesTo, rulesetText } from './table-request.js';
import { newGamePath } from './route.js';
import { ruleTerm } from './glossary.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').GameInfo} GameInfo */
/** @typedef {import('../protocol.js').OptionInfo} OptionInfo */
/**
 * @typedef {object} Choice
 * @property {'computer' | 'friend' | 'same-screen'} opponent
 * @property {number} level
 * @property {'light' | 'dark' | 'lot'} side
 * @property {string} preset
 * @property {{ [key: string]: string }} choices   Every option's value.
 * @property {string} control
 * @property {string} form
 * @property {string} handicap   A preset for every second round, or nothing.
 * @property {boolean} isPublic
 * @property {boolean} showsAll
 */

const CONTROLS = ['none', '3m+2', '5m+3', '10m+5', '20m+10', '2d/turn'];
const FORMS = ['single', 'two-rounds', 'best-of-3', 'best-of-5'];
/** The board belongs to the game that was chosen; it is no option within it. */
const FIXED = new Set(['board', 'book']);

/**
 * @param {Context} context
 * @param {string} gameName
 * @returns {import('./context.js').Page}
 */
export function createNewGame(context, gameName) {
  const place = h('div', { class: 'new' });
  // The button stands below what scrolls, not over it: nothing that can be chosen is ever under it.
  const bar = h('div', { class: 'new-start' });
  const element = h('div', { class: 'new-page' }, h('div', { class: 'new-scroll' }, place), bar);
  /** @type {GameInfo[]} */
  let games = [];
  /** @type {number[]} */
  let levels = [];
  /** @type {Choice} */
  const choice = {
    opponent: 'computer',
    level: context.settings.get().level,
    side: 'light',
    preset: '',
    choices: {},
    control: 'none',
    form: 'single',
    handicap: '',
    isPublic: false,
    showsAll: false,
  };
  let isStarting = false;
  const game = () => games.find(({ name }) => name === gameName) ?? games[0];

  /** @param {string} name */
  function choosePreset(name) {
    choice.preset = name;
    choice.choices = { ...game()?.presets.find((preset) => preset.name === name)?.choices };
  }

  async function load() {
    try {
      ({ games, levels } = await context.api.games());
      choice.level = levels.includes(choice.level) ? choice.level : Math.max(...levels);
      if (choice.preset === '') choosePreset(game()?.presets[0]?.name ?? '');
      show();
    } catch (error) {
      setChildren(place, h('p', { class: 'error', attrs: { role: 'alert' } }, failureText(context, error)));
    }
  }

  async function start() {
    const info = game();
    if (!info || isStarting) return;
    const { settings } = context;
    settings.set({ level: choice.level });
    showStart(true);
    try {
      const path = await openTable(context, {
        ruleset: rulesetText(info.name, choice.preset, changesTo(info, choice.preset, choice.choices)),
        handicap: choice.form !== 'single' && choice.handicap !== '' ? rulesetText(info.name, choice.handicap, {}) : null,
        form: choice.form,
        control: choice.control,
        side: choice.side === 'lot' ? null : choice.side,
        opponent: choice.opponent === 'computer' ? { computer: choice.level } : choice.opponent,
        name: settings.get().name || null,
        public: choice.isPublic,
      });
      context.go(path);
    } catch (error) {
      showStart(false);
      context.toast(failureText(context, error));
    }
  }

  /** One click opens one table. @param {boolean} isUnderWay */
  function showStart(isUnderWay) {
    isStarting = isUnderWay;
    const button = bar.querySelector('button');
    if (button) setIdle(button, isStarting);
  }

  function show() {
    const info = game();
    if (!info) return;
    const { say } = context;
    const focused = document.activeElement?.id;
    /** @param {Partial<Choice>} change */
    const choose = (change) => {
      Object.assign(choice, change);
      show();
    };
    const form = h(
      'form',
      { class: 'new-form', attrs: { id: 'new-form' }, on: { submit: (event) => (event.preventDefault(), void start()) } },
      h('nav', { class: 'new-games', attrs: { 'aria-label': say('web.new.game') } }, games.map((other) => gameTab(other, info))),
      h('h1', null, info.title),
      h('p', { class: 'home-lead' }, info.about),
      segments('opponent', say('web.new.opponent'), choice.opponent, [
        ['computer', say('web.new.computer')],
        ['friend', say('web.new.friend')],
        ['same-screen', say('web.new.same-screen')],
      ], (opponent) => choose({ opponent: /** @type {Choice['opponent']} */ (opponent) })),
      h('p', { class: 'about new-opponent' }, opponentAbout(context, choice)),
      choice.opponent === 'computer' &&
        segments(
          'level',
          say('web.new.level'),
          String(choice.level),
          levels.map((level) => [String(level), levelName(say, level)]),
          (level) => choose({ level: Number(level) }),
        ),
      segments('side', say('web.new.side'), choice.side, [
        ['light', sideName(say, info.name, 'light')],
        ['dark', sideName(say, info.name, 'dark')],
        ['lot', say('web.new.lot')],
      ], (side) => choose({ side: /** @type {Choice['side']} */ (side) })),
      segments('control', say('web.new.clock'), choice.control, CONTROLS.map((control) => [control, controlName(say, control)]),
        (control) => choose({ control })),
      segments('form', say('web.new.match'), choice.form, FORMS.map((kind) => [kind, formName(say, kind)]), (kind) => choose({ form: kind })),
      choice.form !== 'single' && info.presets.length > 1 && handicapField(context, info, choice, choose),
      presetField(context, info, choice, (name) => {
        choosePreset(name);
        show();
      }),
      optionsField(context, info, choice, choose),
      h(
        'label',
        { class: 'toggle' },
        h('span', null, h('span', { class: 'toggle-name' }, say('web.new.public')), h('span', { class: 'about' }, say('web.new.public.about'))),
        h('input', {
          attrs: { type: 'checkbox', role: 'switch', id: 'public', checked: choice.isPublic },
          on: { change: (event) => (choice.isPublic = event.target.checked) },
        }),
      ),
    );
    setChildren(bar, h('button', { class: 'button button-primary button-large', attrs: { type: 'submit', form: 'new-form' } }, icon('play'), say('web.new.start')));
    showStart(isStarting);
    setChildren(
      place,
      h('img', { class: 'new-picture', attrs: { src: fileAddress(`pictures/${gameOf(info.name).picture}.svg`), alt: '', width: 600, height: 500 } }),
      form,
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  void load();
  return {
    element,
    title: () => `${context.say('web.new.title')} – Tablen`,
    relabel: () => void load(),
    end() {},
  };
}

/**
 * @param {GameInfo} game
 * @param {GameInfo} chosen
 */
function gameTab(game, chosen) {
  return h('a', { class: 'tab', attrs: { href: newGamePath(game.name), 'aria-current': game === chosen ? 'page' : null } }, game.title);
}

/**
 * @param {Context} context
 * @param {Choice} choice
 */
function opponentAbout({ say }, choice) {
  if (choice.opponent === 'friend') return say('web.new.friend.about');
  return say(choice.opponent === 'computer' ? 'web.new.computer.about' : 'web.new.same-screen.about');
}

/**
 * One of a few, side by side.
 * @param {string} name
 * @param {string} legend
 * @param {string} value
 * @param {Array<[string, string] | string[]>} options  Value and label.
 * @param {(value: string) => void} choose
 */
function segments(name, legend, value, options, choose) {
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', null, legend),
    h(
      'div',
      { class: 'segments' },
      options.map(([option = '', label = '']) =>
        h(
          'label',
          { class: 'segment' },
          h('input', {
            attrs: { type: 'radio', name, id: `${name}-${option}`, value: option, checked: option === value },
            on: { change: () => choose(option) },
          }),
          h('span', null, label),
        ),
      ),
    ),
  );
}

/**
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(preset: string) => void} choose
 */
function presetField({ say }, game, choice, choose) {
  if (game.presets.length < 2) return null;
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', null, say('web.new.rules')),
    h(
      'div',
      { class: 'presets' },
      game.presets.map((preset) =>
        h(
          'label',
          { class: 'preset' },
          h('input', {
            attrs: { type: 'radio', name: 'preset', id: `preset-${preset.name}`, checked: preset.name === choice.preset },
            on: { change: () => choose(preset.name) },
          }),
          h('span', null, preset.about),
        ),
      ),
    ),
  );
}

/**
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function handicapField({ say }, game, choice, choose) {
  const select = h(
    'select',
    { attrs: { id: 'handicap' }, on: { change: () => choose({ handicap: select.value }) } },
    h('option', { attrs: { value: '' } }, say('web.new.handicap.none')),
    game.presets.map((preset) =>
      h('option', { attrs: { value: preset.name, selected: preset.name === choice.handicap } }, preset.about),
    ),
  );
  return h('div', { class: 'field' }, h('label', { attrs: { for: 'handicap' } }, say('web.new.handicap')), select);
}

/**
 * Every option of the rules, folded away.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function optionsField(context, game, choice, choose) {
  const { say } = context;
  const changed = Object.keys(changesTo(game, choice.preset, choice.choices)).length;
  const details = h(
    'details',
    { class: 'more', attrs: { open: choice.showsAll }, on: { toggle: () => (choice.showsAll = details.open) } },
    h('summary', null, say('web.new.more'), changed > 0 && h('span', { class: 'mark' }, say('web.new.changed', { count: changed }))),
    h(
      'div',
      { class: 'options' },
      game.options.filter(({ key }) => !FIXED.has(key)).map((option) =>
        optionField(context, option, choice.choices[option.key] ?? '', (value) =>
          choose({ choices: { ...choice.choices, [option.key]: value }, showsAll: true }),
        ),
      ),
    ),
  );
  return details;
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
