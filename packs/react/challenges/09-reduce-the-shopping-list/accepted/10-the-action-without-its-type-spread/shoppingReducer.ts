export type Item = { id: string; name: string; bought: boolean };
export type Action = { type: "add"; id: string; name: string } | { type: "toggle"; id: string } | { type: "remove"; id: string };
export function shoppingReducer(items: Item[], action: Action): Item[] {
  let next = items;
  switch (action.type) {
    case "add": {
      const { type: _type, ...item } = action;
      next = Array.of(...items, { bought: false, ...item });
      break;
    }
    case "toggle":
      next = items.map((item) => { if (item.id !== action.id) return item; const copy = { ...item }; copy.bought = !copy.bought; return copy; });
      break;
    case "remove":
      next = items.flatMap((item) => (item.id === action.id ? [] : item));
  }
  return next;
}
