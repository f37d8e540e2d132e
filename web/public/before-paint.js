const preload = (addresses) => {
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
};

// Requests the session, and the clubs of a member's home, beside the code. web/app/api.ts uses each response once.
const requestData = ({ accessToken, expiresAt }) => {
  // a token that is about to expire is exchanged first
  if (Date.now() > expiresAt - 10_000) return;
  const begin = (address, onResponse) => {
    const response = fetch(address, {
      headers: { 'cache-control': 'no-cache', authorization: `Bearer ${accessToken}` },
    })
      .then(onResponse)
      // the code repeats it and reports the failure
      .catch(() => undefined);
    (document.earlyResponses ??= {})[address] = { accessToken, at: Date.now(), response };
  };
  begin('/api/user/me', async (response) => {
    if (!response.ok || location.pathname !== '/member/dashboard/home') return response;
    const { memberGroups } = await response.clone().json();
    // of several groups, the code knows the selected one
    if (memberGroups.length === 1)
      begin(
        `/api/profile/facilityInfo?${memberGroups[0].membersIds.map((id) => `membersIds=${id}`).join('&')}`,
      );
    return response;
  });
};

// Applies stored preferences before the first paint.
try {
  const html = document.documentElement;
  const consent = JSON.parse(localStorage.getItem('wellport:consent') ?? 'null');
  if (consent) html.dataset.consented = 'true';
  // the key of web/app/token-storage.ts
  const tokens = localStorage.getItem('wellport:tokens');
  if (tokens) html.dataset.known = 'true';
  // an area and the first page of its users load beside the entry
  const areas = JSON.parse(document.currentScript.dataset.areas ?? '{}');
  const area = Object.keys(areas).find((path) => location.pathname.startsWith(path));
  if (tokens && area) {
    requestData(JSON.parse(tokens));
    preload(areas[area]);
  }
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
