import { type MouseEvent, type ReactNode, useState } from 'react';
import { site } from '../../../shared/site/contract.ts';
import { download } from '../../app/api.ts';
import { CallError } from '../../platform/call-error.ts';
import { notify } from '../../app/notices.ts';
import { pathTo } from '../../app/addresses.ts';

/** Downloads the authorized agent designation form on click (spec 1 §2.5). */
export function AgentFormLink({ children }: { children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const fetchForm = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await download(site.authorizedAgentDesignationForm, {});
    } catch (error) {
      const call = error instanceof CallError ? error : undefined;
      notify.error(call?.message ?? 'The form could not be downloaded. Try again in a moment.', {
        requestId: call?.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <a href={pathTo('agentForm')} aria-busy={busy} onClick={(event) => void fetchForm(event)}>
      {children} (PDF)
    </a>
  );
}
