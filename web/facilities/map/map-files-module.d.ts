declare module 'virtual:map-files' {
  const addresses: Record<'states' | 'counties' | 'around' | 'towns', string>;
  export default addresses;
}
