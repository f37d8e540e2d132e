import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { PlainSelect } from './LabeledSelect.tsx';

export interface MoreProps {
  onMore?: () => void;
  hasMore?: boolean;
  loadingMore?: boolean;
  moreFailed?: boolean;
}

/** Tables are plain HTML, because virtual rows break find-in-page and screen readers; users narrow or download longer lists. */
const mostRows = 2000;

/** Loads the next rows when the end of the list becomes visible, or with a button for keyboard users. */
export function TableMore(props: MoreProps & { visibleCount: number }) {
  const { onMore, hasMore = false, loadingMore = false, moreFailed = false, visibleCount } = props;
  const isFull = visibleCount >= mostRows;
  // after a failure, only the user can retry
  const isPaused = !hasMore || loadingMore || moreFailed || isFull;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !isPaused) onMore?.();
    });
    if (end.current) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [onMore, isPaused]);
  if (!hasMore) return null;
  if (isFull)
    return (
      <p className="table-foot">
        {`These are the first ${visibleCount.toLocaleString('en-US')} rows. Narrow the list or download it to see the others.`}
      </p>
    );
  return (
    <div className="table-foot table-more" ref={end}>
      {moreFailed && <p role="alert">The next rows could not be loaded.</p>}
      <Button small kind="quiet" icon="chevron-down" busy={loadingMore} busyLabel="Loading…" onClick={onMore}>
        {moreFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

/** Page sizes of simple tables (specification 1 §9). */
export const pageSizes = [10, 20, 30, 40] as const;

export interface Paging {
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Null if the search has more results than are counted. */
  total: number | null;
  visibleCount?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

export function TablePages({ page, pageSize, total, visibleCount, hasNext, onPage, onPageSize }: Paging) {
  const before = (page - 1) * pageSize;
  const last = visibleCount === undefined ? Math.min(total ?? 0, before + pageSize) : before + visibleCount;
  const first = last === 0 ? 0 : before + 1;
  return (
    <nav className="table-foot" aria-label="Table pages">
      <label>
        <span>Rows per page</span>
        <PlainSelect value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </PlainSelect>
      </label>
      <div className="pages">
        <span className="number" aria-live="polite">
          {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')}
          {total !== null && ` of ${total.toLocaleString('en-US')}`}
        </span>
        <Button
          kind="quiet"
          icon="chevron-left"
          iconOnly
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          Previous page
        </Button>
        <Button
          kind="quiet"
          icon="chevron-right"
          iconOnly
          disabled={!(hasNext ?? last < (total ?? 0))}
          onClick={() => onPage(page + 1)}
        >
          Next page
        </Button>
      </div>
    </nav>
  );
}
