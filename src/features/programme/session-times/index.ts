export {
  chooseDay,
  findNearestDay,
  findNowIndex,
  findOverlaps,
  findSubForumClashes,
  getTimeState,
  groupByStart,
  listConcurrentSessions,
  listDays,
  type StartGroup,
  type TimeState,
  useNow,
} from './session-times.ts'
