import * as z from 'zod';
import { text } from '../../fields.ts';

/** Tables that a user sets up for themselves. */
export const gridNames = ['employees'] as const;
export type GridName = (typeof gridNames)[number];

const mostViews = 50;
const columnKeys = z.array(z.string().min(1).max(60)).max(40);

/** A table as it was left under a name: what was searched and filtered, its order, and the columns that are hidden. */
export const savedView = z.object({
  name: text('Name', { max: 60 }),
  filter: z.string().max(100),
  invitationStatus: z.string().max(2),
  sortBy: z.string().max(60),
  sortOrder: z.enum(['asc', 'desc']),
  hiddenColumns: columnKeys,
});
export type SavedView = z.output<typeof savedView>;

/** How a user has set up one table. `hiddenColumns` is null before the first choice: the table's own choice counts. */
export const gridSettings = z.object({
  hiddenColumns: columnKeys.nullable(),
  views: z.array(savedView).max(mostViews, `Keep at most ${mostViews} views. Delete one first.`),
  version: z.int().min(0),
});
export type GridSettings = z.output<typeof gridSettings>;

/** What a user saves: names of views are unique, whatever their case. */
export const gridSettingsForm = gridSettings.superRefine(({ views }, context) => {
  const names = new Set<string>();
  for (const [place, { name }] of views.entries()) {
    const plain = name.toLowerCase();
    if (names.has(plain))
      context.addIssue({
        code: 'custom',
        path: ['views', place, 'name'],
        message: `Name must be unique. Item with ${name} already exist.`,
      });
    names.add(plain);
  }
});
