declare module '*?raw' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: import('./site/legal/documents/legal-text.ts').LegalText;
  export default text;
}

declare module 'virtual:map-files' {
  const addresses: Record<'states' | 'counties' | 'around' | 'towns', string>;
  export default addresses;
}

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    domNode: HTMLElement;
    spec: object;
    docExpansion: 'list' | 'none';
    onComplete: () => void;
  }
  const swaggerUi: (options: Options) => void;
  export default swaggerUi;
}
