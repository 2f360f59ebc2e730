import type { Row } from '../reading/console-calls.ts'

/** What a panel beside a record is given. */
export interface RecordPanelProps {
  row: Row
}
