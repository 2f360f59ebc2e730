import { expect, test } from 'vitest'
import { enqueue } from './enqueue.ts'
import { create, fresh, queueOf, update, withState } from './queue.fixture.ts'

test('what is kept a second time is there once: the device may have said too late that it had kept it', () => {
  const queue = queueOf(fresh('1', create))
  const again = enqueue(queue, fresh('1', create))
  expect(again.queue).toBe(queue)
  expect(again.entry).toMatchObject({ id: '1', seq: 1 })
})

test('what is set anew after its taking away went out is sent after that', () => {
  const quiet = { ...fresh('2', create), isQuiet: true }
  const queue = queueOf(fresh('1', { kind: 'delete' }))
  expect(enqueue(queue, quiet).entry).toBeUndefined()
  const tried = withState(queue, '1', { isTried: true, state: 'waiting' })
  expect(enqueue(tried, quiet).entry).toMatchObject({ id: '2', dependsOn: '1' })
})

test('a form that knows the row by the server’s name comes after what was sent of it under its own', () => {
  const sent = { state: 'done', isTried: true, serverRef: { id: 'row-7', version: 1 } } as const
  const queue = withState(queueOf(fresh('1', create, 'made-here')), '1', sent)
  expect(enqueue(queue, fresh('2', update(0), 'row-7')).entry).toMatchObject({
    rowId: 'row-7',
    deed: update(1),
  })
})

test('the row’s name passes on to what comes after, also when the receipt has gone', () => {
  const queue = withState(queueOf(fresh('1', update(1), 'made-here')), '1', { rowId: 'row-7' })
  expect(enqueue(queue, fresh('2', update(1), 'made-here')).entry).toMatchObject({
    dependsOn: '1',
    rowId: 'row-7',
  })
  expect(enqueue(queue, fresh('2', update(1), 'row-7')).entry).toMatchObject({ dependsOn: '1' })
})
