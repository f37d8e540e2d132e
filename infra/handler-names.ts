import { fileNameOf, type Endpoint } from '../shared/endpoint.ts';

/** A handler's place in functions/ without the ending, which is its name everywhere in infra: `partners/save`. */
export const handlerOf = ({ area, name }: Endpoint): string => `${area}/${fileNameOf(name)}`;
