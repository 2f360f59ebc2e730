import { participants } from './accounts.ts'

const [first, second, third] = participants.map(({ id }) => id)

/** How the approved participants come: fetched from the airport and frozen, by train, by themselves. */
export const travelInfos = [
  {
    id: 'travel-1',
    owner_id: second,
    need_pickup_delivery: true,
    vehicle: 'fly',
    vehicle_no: 'SF0001',
    arrive_station: 'hongqiao_airport',
    need_book_hotel: true,
    room_style: 'single',
    entry_at: '2023-09-04',
    leave_at: '2023-09-08',
    special_catering_needs: ['vegetarian', 'other'],
    other_catering_needs: 'No nuts, please.',
    is_frozen: true,
  },
  {
    id: 'travel-2',
    owner_id: third,
    need_pickup_delivery: false,
    vehicle: 'train',
    vehicle_no: 'G0001',
    arrive_station: 'suzhou_north_station',
    need_book_hotel: false,
    special_catering_needs: ['None'],
    is_frozen: false,
  },
  {
    id: 'travel-3',
    owner_id: first,
    need_pickup_delivery: false,
    vehicle: 'by_self',
    need_book_hotel: true,
    room_style: 'double',
    entry_at: '2023-09-05',
    leave_at: '2023-09-07',
    special_catering_needs: [],
    memo: '需要一个停车位。',
    is_frozen: false,
  },
]
