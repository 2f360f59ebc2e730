import { expect, test } from 'vitest'
import { enqueue } from './enqueue.ts'
import { create, fresh, createQueue, update, withState } from './queue.fixture.ts'

test('an entry that is added again after a timeout is there once', () => {
  const queue = createQueue(fresh('1', create))
  const again = enqueue(queue, fresh('1', create))
  expect(again.queue).toBe(queue)
  expect(again.entry).toMatchObject({ id: '1', seq: 1 })
})

test('a create after a delete that was sent is sent after it', () => {
  const background = { ...fresh('2', create), isQuiet: true }
  const queue = createQueue(fresh('1', { kind: 'delete' }))
  expect(enqueue(queue, background).entry).toBeUndefined()
  const tried = withState(queue, '1', { isTried: true, state: 'waiting' })
  expect(enqueue(tried, background).entry).toMatchObject({ id: '2', dependsOn: '1' })
})

test('an entry with the server’s id comes after entries with the device’s id of the row', () => {
  const sent = { state: 'done', isTried: true, serverRef: { id: 'row-7', version: 1 } } as const
  const queue = withState(createQueue(fresh('1', create, 'made-here')), '1', sent)
  expect(enqueue(queue, fresh('2', update(0), 'row-7')).entry).toMatchObject({
    rowId: 'row-7',
    deed: update(1),
  })
})

test('the row’s id passes on to later entries, also when the receipt is gone', () => {
  const queue = withState(createQueue(fresh('1', update(1), 'made-here')), '1', { rowId: 'row-7' })
  expect(enqueue(queue, fresh('2', update(1), 'made-here')).entry).toMatchObject({
    dependsOn: '1',
    rowId: 'row-7',
  })
  expect(enqueue(queue, fresh('2', update(1), 'row-7')).entry).toMatchObject({ dependsOn: '1' })
})
