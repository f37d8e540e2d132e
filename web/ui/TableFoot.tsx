import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { PlainSelect } from './PlainSelect.tsx';

export interface MoreProps {
  onMore?: () => void;
  hasMore?: boolean;
  loadingMore?: boolean;
  /** What follows could not be loaded. */
  moreFailed?: boolean;
}

/** A table is whole up to so many rows; who looks for more narrows the list. */
const mostRows = 20_000;

/** Loads on when the end of the list comes into sight; the button does the same for keyboards. */
export function TableMore(
  props: MoreProps & { shown: number; /** Rows that came are not shown yet. */ isBuilding?: boolean },
) {
  const { onMore, hasMore = false, loadingMore = false, moreFailed = false, shown } = props;
  const isFull = shown >= mostRows;
  const isBusy = loadingMore || props.isBuilding;
  // what failed is tried again by the reader, not over and over by itself
  const rests = !hasMore || isBusy || moreFailed || isFull;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !rests) onMore?.();
    });
    if (end.current) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [onMore, rests]);
  if (!hasMore) return null;
  if (isFull && !props.isBuilding)
    return (
      <p className="table-foot">
        {`These are the first ${shown.toLocaleString('en-US')} rows. To see others, search or narrow the list.`}
      </p>
    );
  return (
    <div className="table-foot table-more" ref={end}>
      {moreFailed && <p role="alert">The rows that follow could not be loaded.</p>}
      <Button small kind="quiet" icon="chevron-down" busy={isBusy} busyLabel="Loading…" onClick={onMore}>
        {moreFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

/** Page sizes of simple tables (specification 1 §9). */
export const pageSizes = [10, 20, 30, 40] as const;

export interface Paging {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  /** Null where a search has more hits than are counted. */
  total: number | null;
  /** How many rows this page has, and whether another follows; worked out from `total` when left out. */
  shown?: number;
  hasNext?: boolean;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

export function TablePages({ page, pageSize, total, shown, hasNext, onPage, onPageSize }: Paging) {
  const before = (page - 1) * pageSize;
  const last = shown === undefined ? Math.min(total ?? 0, before + pageSize) : before + shown;
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
