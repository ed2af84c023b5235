export type Item = { id: string; name: string; bought: boolean };

export type Action =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(items: Item[], action: Action): Item[] {
  let next = items;
  switch (action.type) {
    case "add":
      next = [...items, { id: action.id, name: action.name.trim() || "item", bought: false }];
      break;
    case "toggle":
      next = next.map((item) =>
        item.id === action.id ? { ...item, bought: !item.bought } : item,
      );
      break;
    case "remove":
      next = items.filter((item) => item.id !== action.id);
      break;
  }
  return next;
}
