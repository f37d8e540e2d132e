interface Operation {
  'x-roles': readonly string[];
  operationId: string;
}

/** The parts of an OpenAPI document that select its operations. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** The request that issues tokens. */
export const tokenRequest = 'integrations.token';

const isForClients = ({ 'x-roles': roles, operationId }: Operation): boolean =>
  roles.includes('apiClient') || operationId === tokenRequest;

/** Returns the document with the requests of API clients only, and the one that issues their tokens. */
export const forClients = <Document extends OpenApi>(document: Document): Document => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths)
      .map(
        ([path, operations]) =>
          [
            path,
            Object.fromEntries(Object.entries(operations).filter(([, operation]) => isForClients(operation))),
          ] as const,
      )
      .filter(([, operations]) => Object.keys(operations).length > 0),
  ),
});
