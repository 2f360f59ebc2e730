import { OutboxNotice } from '#features/participant/outbox'

/** A module of its own, because the home page imports it lazily: it needs the whole outbox. */
export default OutboxNotice
