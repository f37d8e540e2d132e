import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { text } from '../fields.ts';

export const gridNames = ['employees'] as const;
export type GridName = (typeof gridNames)[number];

const maxViews = 50;
const columnKeys = z.array(z.string().min(1).max(60)).max(40);

/** A named view: search, filter, sort, and hidden columns. */
export const savedView = z.object({
  name: text('Name', { max: 60 }),
  filter: z.string().max(100),
  invitationStatus: z.string().max(2),
  sortBy: z.string().max(60),
  sortOrder: z.enum(['asc', 'desc']),
  hiddenColumns: columnKeys,
});
export type SavedView = z.output<typeof savedView>;

/** A user's settings of one table; `hiddenColumns` is null for the default. */
export const gridSettings = z.object({
  hiddenColumns: columnKeys.nullable(),
  views: z.array(savedView).max(maxViews, `Save at most ${maxViews} views. Delete one first.`),
  version: recordVersion,
});
export type GridSettings = z.output<typeof gridSettings>;

/** View names are unique (case-insensitive). */
export const gridSettingsForm = gridSettings.superRefine(({ views }, context) => {
  const names = new Set<string>();
  for (const [index, { name }] of views.entries()) {
    const plain = name.toLowerCase();
    if (names.has(plain))
      context.addIssue({
        code: 'custom',
        path: ['views', index, 'name'],
        message: `Name must be unique. Item with ${name} already exist.`,
      });
    names.add(plain);
  }
});
