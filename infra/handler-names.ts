import { fileNameOf, type Endpoint } from '../shared/endpoint.ts';

/** Returns a handler's path in functions/ without extension, its name throughout infra: `partners/save`. */
export const handlerOf = ({ area, name }: Endpoint): string => `${area}/${fileNameOf(name)}`;
