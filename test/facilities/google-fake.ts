/**
 * A small fake of Google's script for browsers without network access: maps that report their bounds after a delay,
 * clickable markers, and address suggestions. It ends like the real script, with the loader's callback.
 */
export const googleFake = `(() => {
  const maps = window.google.maps;
  const ready = maps.__ib__;
  class LatLng {
    constructor(lat, lng) { this.at = { lat, lng }; }
    lat() { return this.at.lat; }
    lng() { return this.at.lng; }
    toJSON() { return this.at; }
  }
  const listeners = new WeakMap();
  const listen = (target, name, run) => {
    const all = listeners.get(target) ?? {};
    (all[name] ??= new Set()).add(run);
    listeners.set(target, all);
    return { remove: () => all[name].delete(run) };
  };
  const tell = (target, name) => (listeners.get(target)?.[name] ?? []).forEach((run) => run());
  class FakeMap {
    constructor(div, options) {
      this.div = div;
      this.options = options;
      div.dataset.fake = 'google';
      div.style.position = 'relative';
      div.dataset.mapId = options.mapId;
      this.camera = { center: options.center, zoom: options.zoom };
      setTimeout(() => this.settle(), 150);
    }
    settle() {
      this.known = true;
      tell(this, 'bounds_changed');
      tell(this, 'idle');
    }
    moveCamera(camera) {
      this.camera = { ...this.camera, ...camera };
      setTimeout(() => this.settle(), 20);
    }
    setOptions() {}
    getDiv() { return this.div; }
    getCenter() { return new LatLng(this.camera.center.lat, this.camera.center.lng); }
    getZoom() { return this.camera.zoom; }
    getHeading() { return 0; }
    getTilt() { return 0; }
    getBounds() {
      if (!this.known) return undefined;
      const { center, zoom } = this.camera;
      const degrees = 360 / (256 * 2 ** zoom);
      return {
        toJSON: () => ({
          west: center.lng - 400 * degrees,
          east: center.lng + 400 * degrees,
          south: center.lat - 220 * degrees,
          north: center.lat + 220 * degrees,
        }),
      };
    }
    addListener(name, run) { return listen(this, name, run); }
  }
  class FakeMarker extends HTMLElement {
    set map(map) {
      this.remove();
      if (!map) return;
      this.style.cssText = 'position:absolute;inset:40% auto auto 40%';
      map.div.append(this);
    }
    set content(node) {
      this.node = node;
      this.replaceChildren(node);
    }
    get content() { return this.node; }
    set gmpClickable(clickable) {
      if (!clickable) return;
      this.tabIndex = 0;
      this.setAttribute('role', 'button');
      this.onclick = () => this.dispatchEvent(new Event('gmp-click'));
    }
    set title(title) { this.setAttribute('aria-label', title); }
  }
  customElements.define('fake-marker', FakeMarker);
  const prediction = {
    placePrediction: {
      text: { text: '411 W 1st St, Duluth, MN' },
      types: ['street_address'],
      toPlace: () => ({
        location: undefined,
        async fetchFields() { this.location = new LatLng(46.7842, -92.1); },
      }),
    },
  };
  const libraries = {
    core: {},
    maps: { Map: FakeMap },
    marker: { AdvancedMarkerElement: FakeMarker },
    places: {
      AutocompleteSessionToken: class {},
      AutocompleteSuggestion: {
        fetchAutocompleteSuggestions: async (request) => {
          (window.googleAsked ??= []).push([request.input, request.includedRegionCodes.join()]);
          return { suggestions: [prediction] };
        },
      },
    },
  };
  Object.assign(maps, {
    version: '3.65.0',
    Map: FakeMap,
    marker: libraries.marker,
    event: {
      addListener: listen,
      clearInstanceListeners: (target) => listeners.delete(target),
    },
    Settings: { getInstance: () => ({}) },
    importLibrary: async (name) => libraries[name] ?? {},
  });
  ready();
})();`;
