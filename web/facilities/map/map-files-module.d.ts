/** The addresses of the map's data, which web/facilities/map/map-files.ts makes when the site is built. */
declare module 'virtual:map-files' {
  const addresses: Record<'states' | 'counties' | 'around' | 'towns', string>;
  export default addresses;
}
