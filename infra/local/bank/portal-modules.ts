import { loadHandler, type LoadModule } from '../../handler-sources.ts';

/** Modules of the portal that the simulated bank uses, reloaded when their sources change. */
export interface PortalModules {
  takeArrivals: typeof import('../../../functions/bank-files/handlers/received.ts').takeArrivalsHandler;
  listBankFiles: typeof import('../../../functions/bank-files/store.ts').listBankFiles;
  getFile: typeof import('../../../functions/platform/files.ts').getFile;
  putFile: typeof import('../../../functions/platform/files.ts').putFile;
  s3: typeof import('../../../functions/platform/files.ts').s3;
  now: () => Date;
}

const names = ['bank-files/store', 'platform/files', 'platform/clock'];

export async function portalModules(load: LoadModule): Promise<PortalModules> {
  const all = await Promise.all(names.map((name) => load(`/functions/${name}.ts`)));
  const takeArrivals = await loadHandler(load, 'bank-files/take-arrivals');
  return Object.assign({ takeArrivals }, ...all) as PortalModules;
}
