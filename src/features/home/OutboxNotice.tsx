import { OutboxNotice } from '#features/outbox'

/** Apart from home, since it brings the outbox along. */
export default OutboxNotice
