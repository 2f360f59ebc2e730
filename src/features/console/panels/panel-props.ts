import type { Row } from '../data/console-api.ts'

/** What a panel beside a record is given. */
export interface RecordPanelProps {
  row: Row
}
