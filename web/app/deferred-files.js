// @ts-check
// What Home can do without. The links to it wait in a template of the document: nothing of it delays Home, and it is there when somebody clicks.

/** A browser that is never idle is asked all the same after this long. */
const LONGEST_WAIT = 2000;

/** By the template whose files were asked for. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** Asks for it all; `before-paint.js` has done so where something else than Home is shown first. Resolves when the style sheets hold. */
export function fetchDeferred(template = 'deferred') {
  const links = document.getElementById(template);
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
  // Behind all others, so that what they say is said after them.
  const known = styles.get(template) ?? Promise.all([...document.querySelectorAll('link[rel=preload][as=style]')].map(useStyle));
  styles.set(template, known);
  return known;
}

/** A style sheet that does not come keeps nothing else away. @param {Element} preload */
function useStyle(preload) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = preload.getAttribute('href') ?? '';
  preload.remove();
  document.head.append(link);
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, resolve);
  });
}

/** Waits until everything on the page has come and the browser has nothing to do. @param {() => void} act */
export function whenIdle(act) {
  // Not every browser says when it is idle.
  const soon = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(act, { timeout: LONGEST_WAIT }) : setTimeout(act, 200));
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
