import type { Row } from '../data/console-api.ts'

/** Props of a record panel. */
export interface RecordPanelProps {
  row: Row
}
