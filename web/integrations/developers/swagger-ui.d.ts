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
