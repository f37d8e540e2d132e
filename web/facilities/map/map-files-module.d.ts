/** The URLs of the map's data, which web/facilities/map/map-files.ts generates in the build. */
declare module 'virtual:map-files' {
  const addresses: Record<'states' | 'counties' | 'around' | 'towns', string>;
  export default addresses;
}
