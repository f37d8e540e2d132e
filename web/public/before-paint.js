const preload = (addresses) => {
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
};

// Applies stored preferences before the first paint.
try {
  const html = document.documentElement;
  const consent = JSON.parse(localStorage.getItem('wellport:consent') ?? 'null');
  if (consent) html.dataset.consented = 'true';
  // the key of web/app/token-storage.ts
  if (localStorage.getItem('wellport:tokens')) html.dataset.known = 'true';
  // an area and the first page of its users load beside the entry
  const areas = JSON.parse(document.currentScript.dataset.areas ?? '{}');
  const area = Object.keys(areas).find((path) => location.pathname.startsWith(path));
  if (html.dataset.known && area) preload(areas[area]);
  const appearance = localStorage.getItem('wellport:appearance');
  if (appearance && consent?.preferences !== false)
    new MutationObserver((_, observer) => {
      const site = document.querySelector('[data-amplify-color-mode]');
      if (!site) return;
      site.dataset.amplifyColorMode = appearance;
      observer.disconnect();
    }).observe(html, { childList: true, subtree: true });
} catch {
  // no storage, no preferences
}

// Removes the code of a password email from the address and the browser's history, and enters it in the form.
if (location.pathname === '/resetpassword' && location.search) {
  document.passwordLink = {
    userName: new URLSearchParams(location.search).get('userName') ?? '',
    code: location.hash.slice(1),
  };
  history.replaceState(history.state, '', location.pathname);
  document.addEventListener('DOMContentLoaded', () => {
    for (const [name, value] of Object.entries(document.passwordLink ?? {}))
      document.querySelector(`#root[data-prerendered] [name=${name}]`)?.setAttribute('value', value);
  });
}

// Records a button click before hydration, to be replayed afterward (web/app/replay-input.ts).
document.addEventListener('click', ({ target }) => {
  document.wasClicked = true;
  const root = target instanceof Element && target.closest('[data-prerendered]');
  if (root) root.clickedButton = target.closest('button') ?? undefined;
});

// Loads the code after the first paint, so that it does not delay the text.
const [entry, ...parts] = (document.currentScript.dataset.code ?? '').split(' ').filter(Boolean);
let isRequested = false;
const requestCode = () => {
  if (!entry || isRequested) return;
  isRequested = true;
  preload(parts);
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }));
};
try {
  new PerformanceObserver(requestCode).observe({ type: 'paint', buffered: true });
} catch {
  requestCode();
}
// a background tab has no paint event
setTimeout(requestCode, 2000);
