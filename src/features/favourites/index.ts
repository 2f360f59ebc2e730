export {
  favourites,
  openDeviceMarks,
  useAreFavouritesKept,
  useFavourites,
  useIsFavourite,
} from './device-favourites.ts'
export { Star } from './Star.tsx'
export { StarButton } from './StarButton.tsx'
