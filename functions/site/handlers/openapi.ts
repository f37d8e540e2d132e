import { endpoints } from '../../../shared/contract.ts';
import { openApiDocument } from '../../../shared/openapi.ts';
import { site } from '../../../shared/site/contract.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.openapi, async () => openApiDocument(endpoints));
