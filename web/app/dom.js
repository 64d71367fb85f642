// @ts-check
// Elements without templates: what is shown is text, never markup, so nothing a player writes can become part of the page.

/** @typedef {Node | string | null | undefined | false} Child */
/**
 * @typedef {object} Props
 * @property {string} [class]
 * @property {{ [event: string]: (event: any) => void }} [on]
 * @property {{ [name: string]: string | number | boolean | null | undefined }} [attrs]
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  if (props?.class) element.className = props.class;
  for (const [name, value] of Object.entries(props?.attrs ?? {})) setAttr(element, name, value);
  for (const [event, act] of Object.entries(props?.on ?? {})) element.addEventListener(event, act);
  element.append(...shown(children));
  return element;
}

/** @param {Array<Child | Child[]>} children */
function shown(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttr(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * Changes a text only if it is another one, so that live regions and selections are left in peace.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function setChildren(element, ...children) {
  element.replaceChildren(...shown(children));
}

/**
 * Dims a button that can do nothing now. It stays in reach of the keyboard, so that the focus stays where it was after it has been used.
 * @param {HTMLElement} button
 * @param {boolean} isIdle
 */
export function setIdle(button, isIdle) {
  setAttr(button, 'aria-disabled', isIdle ? 'true' : null);
}

/** @param {Element} button */
export const isIdle = (button) => button.getAttribute('aria-disabled') === 'true';

/** To the cell of the board that the keyboard is on, from anything on the same table. @param {Element} from */
export function focusBoard(from) {
  const cell = from.closest('.table')?.querySelector('.board-host [tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}

const SVG = 'http://www.w3.org/2000/svg';

/** Strokes on a grid of 24. */
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  previous: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z',
  back: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  takeback: 'M21 12a3 3 0 1 0-6 0 3 3 0 0 0 6 0zM12 12H3M6.500 8L3 12l3.500 4',
  draw: 'M5 9h14M5 15h14',
  flag: 'M6 21V4M6 4h12l-3 4 3 4H6',
  flip: 'M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3',
  speak: 'M4 5h16v11H10l-4 4v-4H4z',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  sound: 'M4 9.500v5h3.500L12 19V5L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12',
  mute: 'M4 9.500v5h3.500L12 19V5L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M4.500 12h1M11.500 12h1M18.500 12h1',
  keys: 'M3 6.500h18v11H3zM6.500 10h.01M10 10h.01M14 10h.01M17.500 10h.01M8 14h8',
  study: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13',
  replay: 'M11 6l-8 6 8 6zM20 6l-8 6 8 6z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  download: 'M12 3v12M8 11l4 4 4-4M5 20h14',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.500 9h.01',
  check: 'M5 12.500l4.500 4.500L19 7',
  home: 'M4 11l8-7 8 7M6 10v10h12V10',
  again: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v4h-4',
  throw: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  eye: 'M2.500 12s3.500-6 9.500-6 9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  place: 'M4 4h16v16H4zM4 12h16M12 4v16M16 6.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 1 0 0-3',
  remove: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  raise: 'M12 20V5M6 11l6-6 6 6',
  open: 'M4 7v12h16V9h-9L9 7z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * A button with an icon; its name is read out and shown on hover, or stands beside the icon.
 * @param {Icon} name
 * @param {string} label
 * @param {() => void} act
 * @param {{ class?: string, isLabelShown?: boolean }} [options]
 */
export function iconButton(name, label, act, options = {}) {
  const shown = options.isLabelShown === true;
  return h(
    'button',
    {
      class: `button ${shown ? '' : 'button-icon'} ${options.class ?? ''}`,
      attrs: { type: 'button', title: shown ? null : label, 'aria-label': shown ? null : label },
      on: { click: (event) => !isIdle(event.currentTarget) && act() },
    },
    icon(name),
    shown && h('span', null, label),
  );
}

/** An icon above its words. @param {Icon} name @param {string} label @param {() => void} act */
export const tileButton = (name, label, act) => iconButton(name, label, act, { isLabelShown: true, class: 'button-tile' });
