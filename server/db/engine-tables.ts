import type { Generated } from 'kysely'

/** Counts the writes of each module: how memories in other processes learn of them. */
export interface ModuleRevisionsTable {
  module: string
  revision: number
  /** Rows of which the publication time is not later are public; an instant, or empty before the first. */
  published_until: Generated<string>
}

/** From which fields, and how, the search texts of a module were made. */
export interface SearchTextsTable {
  module: string
  made_from: string
}

/** A row that takes a place of another one, by a rule of its module. Triggers on the modules' tables keep it. */
export interface CapacityUsesTable {
  module: string
  relation: string
  target: string
  row_id: string
}
