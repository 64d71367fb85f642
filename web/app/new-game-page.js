// @ts-check
// A game of one's own: which, against whom, on which side; then, for those who want it, rules, clock and match. All that is offered comes from
// the server's description.

import { h, icon, setChildren, setIdle, setText } from './dom.js';
import { failureText } from './failure-text.js';
import { fileAddress } from './file-address.js';
import { gameOf } from './games.js';
import { controlName, formName, levelName, opponentCharacter, opponentName, sideName } from './names.js';
import { openTable } from './open-table.js';
import { changesTo, rulesetText } from './table-request.js';
import { newGamePath } from './route.js';
import { ruleTerm } from './glossary.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').GameInfo} GameInfo */
/** @typedef {import('../protocol.js').OptionInfo} OptionInfo */
/** @typedef {import('../protocol.js').PresetInfo} PresetInfo */
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
 * @property {boolean} showsRules
 * @property {boolean} showsTime
 * @property {string} search   What is looked for among the options.
 */

const CONTROLS = ['none', '3m+2', '5m+3', '10m+5', '20m+10', '2d/turn'];
const FORMS = ['single', 'two-rounds', 'best-of-3', 'best-of-5'];
/** The game whose text proposes two rounds with sides exchanged (A12). */
const TWO_ROUNDS_FIRST = 'alea';
/** How a game can be matched, what its text proposes first. @param {string} game */
const formsOf = (game) => (game === TWO_ROUNDS_FIRST ? ['two-rounds', 'single', ...FORMS.slice(2)] : FORMS);
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
    form: formsOf(gameName)[0] ?? 'single',
    handicap: '',
    isPublic: false,
    showsRules: false,
    showsTime: false,
    search: '',
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
      h('nav', { class: 'new-games', attrs: { 'aria-label': say('web.new.which') } }, games.map((other) => gameTile(context, other, info))),
      h('div', { class: 'new-title' }, h('h1', null, info.title), h('p', { class: 'home-lead' }, info.about)),
      segments('opponent', say('web.new.whom'), choice.opponent, [
        ['computer', say('web.new.computer')],
        ['friend', say('web.new.friend')],
        ['same-screen', say('web.new.same-screen')],
      ], (opponent) => choose({ opponent: /** @type {Choice['opponent']} */ (opponent) })),
      choice.opponent === 'computer' ? levelField(context, info, levels, choice, choose) : h('p', { class: 'about new-opponent' }, say(choice.opponent === 'friend' ? 'web.new.friend.about' : 'web.new.same-screen.about')),
      choice.opponent === 'friend' && nameField(context),
      segments('side', say('web.new.which-side'), choice.side, [
        ['light', sideName(say, info.name, 'light')],
        ['dark', sideName(say, info.name, 'dark')],
        ['lot', say('web.new.lot')],
      ], (side) => choose({ side: /** @type {Choice['side']} */ (side) })),
      rulesFold(context, info, choice, choose, (name) => {
        choosePreset(name);
        show();
      }),
      timeFold(context, info, choice, choose),
    );
    setChildren(bar, h('button', { class: 'button button-primary button-large', attrs: { type: 'submit', form: 'new-form' } }, icon('play'), say('web.new.start')));
    showStart(isStarting);
    setChildren(place, h('img', { class: 'new-picture', attrs: { src: pictureOf(context, info, choice), alt: '', width: 600, height: 500 } }), form);
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
 * @param {Context} context
 * @param {GameInfo} game
 * @param {GameInfo} chosen
 */
function gameTile({ api }, game, chosen) {
  return h(
    'a',
    { class: 'game-tile', attrs: { href: newGamePath(game.name), 'aria-current': game === chosen ? 'page' : null } },
    h('img', { attrs: { src: api.diagramAddress(game.presets[0]?.ruleset ?? ''), alt: '', width: 72, height: 72 } }),
    h('span', null, game.title),
  );
}

/**
 * The game as it will be: its own picture for the usual rules, otherwise what is changed about it.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 */
function pictureOf({ api }, game, choice) {
  const changes = changesTo(game, choice.preset, choice.choices);
  const isUsual = choice.preset === game.presets[0]?.name && Object.keys(changes).length === 0;
  if (isUsual && gameOf(game.name).alt !== undefined) return fileAddress(`pictures/${gameOf(game.name).picture}.svg`);
  return api.diagramAddress(rulesetText(game.name, choice.preset, changes));
}

/**
 * The opponents, the weakest first, and who the chosen one is.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {number[]} levels
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function levelField({ say }, game, levels, choice, choose) {
  return h(
    'fieldset',
    { class: 'field opponents' },
    h('legend', { class: 'visually-hidden' }, say('web.new.level')),
    h(
      'div',
      { class: 'segments' },
      levels.map((level) =>
        h(
          'label',
          { class: 'segment opponent' },
          h('input', {
            attrs: { type: 'radio', name: 'level', id: `level-${level}`, value: level, checked: level === choice.level },
            on: { change: () => choose({ level }) },
          }),
          h('span', null, h('b', null, opponentName(say, game.name, level)), h('small', null, levelName(say, level))),
        ),
      ),
    ),
    h('p', { class: 'about opponent-about', attrs: { role: 'status' } }, h('b', null, opponentName(say, game.name, choice.level)), ' ', opponentCharacter(say, game.name, choice.level), '.'),
  );
}

/** Whoever invites somebody is asked for a name. @param {Context} context */
function nameField({ say, settings }) {
  return h(
    'div',
    { class: 'field' },
    h('label', { attrs: { for: 'host-name' } }, say('web.new.name')),
    h('input', {
      attrs: { type: 'text', id: 'host-name', maxlength: 40, autocomplete: 'nickname', value: settings.get().name, placeholder: say('web.player.guest'), 'aria-describedby': 'host-name-about' },
      on: { input: (event) => settings.set({ name: event.target.value.trim() }) },
    }),
    h('p', { class: 'about', attrs: { id: 'host-name-about' } }, say('web.new.name.about')),
  );
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
 * Something that need not be chosen, with what is chosen now in its heading.
 * @param {string} id
 * @param {string} title
 * @param {string} chosen
 * @param {boolean} isOpen
 * @param {(isOpen: boolean) => void} toggled
 * @param {...(import('./dom.js').Child | import('./dom.js').Child[])} content
 */
function fold(id, title, chosen, isOpen, toggled, ...content) {
  const details = h(
    'details',
    { class: 'more', attrs: { open: isOpen }, on: { toggle: () => toggled(details.open) } },
    h('summary', { attrs: { id } }, title, ' ', h('span', { class: 'chosen' }, chosen)),
    h('div', { class: 'more-content' }, ...content),
  );
  return details;
}

/**
 * Rules: those that have a name, and each option of them.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 * @param {(preset: string) => void} choosePreset
 */
function rulesFold(context, game, choice, choose, choosePreset) {
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
 * Clock, rounds, and who may watch.
 * @param {Context} context
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} choose
 */
function timeFold(context, game, choice, choose) {
  const { say } = context;
  const chosen = `${controlName(say, choice.control)} · ${formName(say, choice.form)}`;
  return h(
    'div',
    { class: 'fold' },
    fold(
      'time', say('web.new.time'), chosen, choice.showsTime, (isOpen) => (choice.showsTime = isOpen),
      segments('control', say('web.new.clock'), choice.control, CONTROLS.map((control) => [control, controlName(say, control)]), (control) => choose({ control })),
      segments('form', say('web.new.match'), choice.form, formsOf(game.name).map((kind) => [kind, formName(say, kind)]), (kind) => choose({ form: kind })),
      choice.form !== 'single' && game.presets.length > 1 && handicapField(context, game, choice, choose),
      h(
        'label',
        { class: 'toggle' },
        h('span', null, h('span', { class: 'toggle-name' }, say('web.new.public')), h('span', { class: 'about' }, say('web.new.public.about'))),
        h('input', {
          attrs: { type: 'checkbox', role: 'switch', id: 'public', checked: choice.isPublic },
          on: { change: (event) => (choice.isPublic = event.target.checked) },
        }),
      ),
    ),
    game.name === TWO_ROUNDS_FIRST && choice.form === 'two-rounds' && h('p', { class: 'about' }, say('web.new.two-rounds')),
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
      h('option', { attrs: { value: preset.name, selected: preset.name === choice.handicap } }, preset.title),
    ),
  );
  return h('div', { class: 'field' }, h('label', { attrs: { for: 'handicap' } }, say('web.new.handicap')), select);
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
