export type Item = { id: string; name: string; bought: boolean };

export type Action =
  | { type: "add"; id: string; name: string }
  | { type: "toggle"; id: string }
  | { type: "remove"; id: string };

export function shoppingReducer(state: Item[] = [], action: Action): Item[] {
  let next: Item[];

  switch (action.type) {
    case "add":
      next = state.concat([{ id: action.id, name: action.name, bought: false }]);
      break;
    case "toggle": {
      const at = state.findIndex((item) => item.id === action.id);
      next = at < 0 ? state : state.with(at, { ...state[at]!, bought: !state[at]!.bought });
      break;
    }
    case "remove":
      next = state.reduce<Item[]>((kept, item) => {
        if (item.id !== action.id) kept.push(item);
        return kept;
      }, []);
      break;
    default: {
      const never: never = action;
      return never;
    }
  }

  return next;
}
