// Freezes the prototypes that all requests of a process share, so that no property path of a request can change them
// (CWE-1321). Bundles, the local portal, and tests load this module first.

/** Names that libraries assign to their own objects, which an inherited read-only property would refuse. */
const overridden = [
  ...Object.getOwnPropertyNames(Object.prototype),
  // routers of local engines have a method per HTTP method
  'bind',
];

function allowOverrides(prototype: object): void {
  for (const name of overridden) {
    const { value, enumerable = false } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    if (value === undefined) continue;
    Object.defineProperty(prototype, name, {
      enumerable,
      get: () => value as unknown,
      set(this: object, own: unknown) {
        if (this === prototype) throw new TypeError(`The prototype's ${name} is read-only.`);
        Object.defineProperty(this, name, {
          value: own,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
    });
  }
}

for (const prototype of [Object.prototype, Array.prototype, Function.prototype]) {
  if (Object.isFrozen(prototype)) continue;
  allowOverrides(prototype);
  Object.freeze(prototype);
}
