import { KitchenProvider } from "./KitchenContext";
import { RecipeCard } from "./RecipeCard";
import { ServingsControl } from "./ServingsControl";

function Menu() {
  return (
    <section>
      <RecipeCard title="Mushroom Risotto" />
      <RecipeCard title="Apple Crumble" />
    </section>
  );
}

export function Kitchen() {
  return (
    <KitchenProvider>
      <main>
        <ServingsControl />
        <Menu />
      </main>
    </KitchenProvider>
  );
}
