// @ts-check
import { nameDialog, openDialog } from './dialog.js';
import { h, setChildren } from './dom.js';
import { LANGS, LANG_NAMES } from './texts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./settings.js').Settings} Settings */

/** @param {Context} context */
export function openSettingsDialog(context) {
  const body = h('div', { class: 'stack' });
  const dialog = openDialog(context, context.say('web.settings'), body);
  const fill = () => {
    const focused = document.activeElement?.id;
    nameDialog(context, dialog, context.say('web.settings'));
    setChildren(body, ...settingsFields(context));
    // Switching the language writes everything anew; the focus stays where it was.
    if (focused) document.getElementById(focused)?.focus();
  };
  fill();
  dialog.addEventListener('close', context.onLanguage(fill));
}

/** @param {Context} context */
function settingsFields(context) {
  const { say, settings } = context;
  const now = settings.get();
  /**
   * @param {'sound' | 'animate' | 'showMovable' | 'autoConfirm' | 'autoForced' | 'autoRoll' | 'flip'} name
   * @param {string} label
   * @param {string} [about]
   */
  const toggle = (name, label, about) => {
    const box = h('input', {
      attrs: { type: 'checkbox', id: `setting-${name}`, checked: now[name], role: 'switch' },
      on: { change: () => settings.set({ [name]: box.checked }) },
    });
    return h(
      'label',
      { class: 'toggle' },
      h('span', null, h('span', { class: 'toggle-name' }, label), about && h('span', { class: 'about' }, about)),
      box,
    );
  };
  const theme = (/** @type {Settings['theme']} */ value, /** @type {string} */ label) =>
    h(
      'label',
      { class: 'segment' },
      h('input', {
        attrs: { type: 'radio', name: 'theme', id: `theme-${value}`, checked: now.theme === value },
        on: { change: () => settings.set({ theme: value }) },
      }),
      h('span', null, label),
    );
  const language = h(
    'select',
    {
      attrs: { id: 'setting-lang' },
      on: {
        change: () => settings.set({ lang: LANGS.find((lang) => lang === language.value) ?? null }),
      },
    },
    LANGS.map((lang) =>
      h('option', { attrs: { value: lang, lang, selected: lang === context.lang() } }, LANG_NAMES[lang]),
    ),
  );
  const name = h('input', {
    attrs: { type: 'text', id: 'setting-name', maxlength: 40, value: now.name, autocomplete: 'nickname', placeholder: say('web.player.guest') },
    on: { change: () => settings.set({ name: name.value.trim() }) },
  });
  return [
    h('div', { class: 'field field-row' }, h('label', { attrs: { for: 'setting-name' } }, say('web.settings.name')), name),
    h('div', { class: 'field field-row' }, h('label', { attrs: { for: 'setting-lang' } }, say('web.settings.language')), language),
    h(
      'fieldset',
      { class: 'field field-row' },
      h('legend', null, say('web.settings.theme')),
      h(
        'div',
        { class: 'segments' },
        theme('auto', say('web.settings.theme.auto')),
        theme('light', say('web.settings.theme.light')),
        theme('dark', say('web.settings.theme.dark')),
      ),
    ),
    toggle('sound', say('web.settings.sound')),
    toggle('animate', say('web.settings.animate'), say('web.settings.animate.about')),
    toggle('showMovable', say('web.settings.movable')),
    toggle('flip', say('web.settings.flip')),
    toggle('autoRoll', say('web.settings.auto-roll'), say('web.settings.auto-roll.about')),
    toggle('autoConfirm', say('web.settings.auto-confirm'), say('web.settings.auto-confirm.about')),
    toggle('autoForced', say('web.settings.auto-forced'), say('web.settings.auto-forced.about')),
  ];
}
