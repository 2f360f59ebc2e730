export {
  deviceFavourites,
  favourites,
  favouritesOf,
  openDeviceMarks,
  untilStarsAreRead,
  useAreFavouritesKept,
  useFavourites,
  useIsFavourite,
} from './device-favourites.ts'
export { ownFavourites, subscribeToOwn } from './own-favourites.ts'
export { toItem, type MarkChange, type MarkedItem, type OwnMarks } from './own-marks.ts'
export { Star } from './Star.tsx'
export { StarButton } from './StarButton.tsx'
