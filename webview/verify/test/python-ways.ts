/** Ways to write the same in Python. */
import type { Way } from "./ways.ts";

const python = (parameters: string, ...bodies: readonly string[]) =>
	bodies.map(
		(body) =>
			`def made(${parameters}):\n    ${body.replaceAll("\n", "\n    ")}\n`,
	);

export const pythonWays: readonly Way[] = [
	{
		name: "a sum",
		same: python(
			"$xs",
			'return sum($x["price"] for $x in $xs)',
			'$total = 0\nfor $x in $xs:\n    $total += $x["price"]\nreturn $total',
			'$total = 0\nfor $i in range(len($xs)):\n    $total = $total + $xs[$i]["price"]\nreturn $total',
			'return sum([$x["price"] for $x in $xs])',
			'return sum(map(lambda $x: $x["price"], $xs))',
		),
		other: python(
			"$xs",
			'$total = 1\nfor $x in $xs:\n    $total += $x["price"]\nreturn $total',
			'$total = 0\nfor $x in $xs:\n    $total = $x["price"]\nreturn $total',
			'$total = 0\nfor $x in $xs:\n    $total += $x["price"]\n    return $total',
			'$total = 0\nfor $i in range(1, len($xs)):\n    $total += $xs[$i]["price"]\nreturn $total',
			'return sum($x["count"] for $x in $xs)',
		),
	},
	{
		name: "a list of what is made of some elements",
		same: python(
			"$xs",
			'return [$x["name"] for $x in $xs if $x["done"]]',
			'$out = []\nfor $x in $xs:\n    if $x["done"]:\n        $out.append($x["name"])\nreturn $out',
			'$out = []\nfor $x in $xs:\n    if not $x["done"]:\n        continue\n    $out.append($x["name"])\nreturn $out',
			'return list(map(lambda $x: $x["name"], filter(lambda $x: $x["done"], $xs)))',
			'$out = []\nfor $_, $x in enumerate($xs):\n    if $x["done"]:\n        $out += [$x["name"]]\nreturn $out'.replace(
				"$_",
				"$i",
			),
			'return list($x["name"] for $x in $xs if $x["done"])',
		),
		other: python(
			"$xs",
			'$out = []\nfor $x in $xs:\n    if $x["done"]:\n        pass\n    $out.append($x["name"])\nreturn $out',
			'$out = []\nfor $x in $xs:\n    if $x["done"]:\n        $out.append($x["name"])\n    return $out',
			'return [$x["name"] for $x in $xs if not $x["done"]]',
			'return [$x for $x in $xs if $x["done"]]',
			'return {$x["name"] for $x in $xs if $x["done"]}',
		),
	},
	{
		name: "the first that is asked for, or None",
		same: python(
			"$xs, $id",
			"return next(($x for $x in $xs if $x.id == $id), None)",
			"for $x in $xs:\n    if $x.id == $id:\n        return $x\nreturn None",
			"$found = [$x for $x in $xs if $x.id == $id]\nreturn $found[0] if $found else None",
			"$found = None\nfor $x in $xs:\n    if $x.id == $id:\n        $found = $x\n        break\nreturn $found",
		),
		other: python(
			"$xs, $id",
			"for $x in $xs:\n    if $x.id == $id:\n        return $x\n    return None",
			"for $x in $xs:\n    if $x.id != $id:\n        return $x\nreturn None",
			"return [$x for $x in $xs if $x.id == $id]",
			"$found = None\nfor $x in $xs:\n    if $x.id == $id:\n        $found = $x\nreturn $found",
			"$found = [$x for $x in $xs if $x.id == $id]\nreturn None if $found else $found[0]",
		),
	},
	{
		name: "whether all are",
		same: python(
			"$xs",
			"return all($x.age >= 18 for $x in $xs)",
			"for $x in $xs:\n    if $x.age < 18:\n        return False\nreturn True",
			"return not any($x.age < 18 for $x in $xs)",
			"return len([$x for $x in $xs if $x.age < 18]) == 0",
			"$ok = True\nfor $x in $xs:\n    if not $x.age >= 18:\n        $ok = False\nreturn $ok",
		),
		other: python(
			"$xs",
			"return any($x.age >= 18 for $x in $xs)",
			"for $x in $xs:\n    if $x.age >= 18:\n        return True\nreturn False",
			"return all($x.age > 18 for $x in $xs)",
			"return not all($x.age >= 18 for $x in $xs)",
		),
	},
	{
		name: "how often each occurs",
		same: [
			...python(
				"$xs",
				"$n = {}\nfor $x in $xs:\n    $n[$x] = $n.get($x, 0) + 1\nreturn $n",
				"$n = {}\nfor $x in $xs:\n    if $x not in $n:\n        $n[$x] = 0\n    $n[$x] += 1\nreturn $n",
				"$n = {}\nfor $x in $xs:\n    if $x in $n:\n        $n[$x] += 1\n    else:\n        $n[$x] = 1\nreturn $n",
				"$n = defaultdict(int)\nfor $x in $xs:\n    $n[$x] += 1\nreturn $n",
				"return Counter($xs)",
				"return {$x: $xs.count($x) for $x in $xs}",
			),
		],
		other: python(
			"$xs",
			"$n = {}\nfor $x in $xs:\n    $n[$x] = $n.get($x, 1) + 1\nreturn $n",
			"$n = {}\nfor $x in $xs:\n    $n[$x] = 1\nreturn $n",
			"$n = {}\nfor $x in $xs:\n    if $x in $n:\n        $n[$x] = 1\n    else:\n        $n[$x] += 1\nreturn $n",
		),
	},
	{
		name: "a value by key",
		same: python(
			"$xs",
			"return {$x.id: $x.name for $x in $xs}",
			"$by = {}\nfor $x in $xs:\n    $by[$x.id] = $x.name\nreturn $by",
			"return dict(($x.id, $x.name) for $x in $xs)",
			"$by = dict()\nfor $x in $xs:\n    $by.update({$x.id: $x.name})\nreturn $by",
		),
		other: python(
			"$xs",
			"return {$x.name: $x.id for $x in $xs}",
			"return {$x.id: $x for $x in $xs}",
			"$by = {}\nfor $x in $xs:\n    $by[$x.id] = $x.name\n    return $by",
		),
	},
	{
		name: "a sorted copy",
		same: python(
			"$xs",
			"return sorted($xs, key=lambda $x: $x.age, reverse=True)",
			"$copy = list($xs)\n$copy.sort(key=lambda $x: $x.age, reverse=True)\nreturn $copy",
			"$copy = $xs[:]\n$copy.sort(key=lambda $x: $x.age, reverse=True)\nreturn $copy",
			"return sorted($xs, key=lambda $x: -$x.age)",
		),
		other: python(
			"$xs",
			"return sorted($xs, key=lambda $x: $x.age)",
			"$xs.sort(key=lambda $x: $x.age, reverse=True)\nreturn $xs",
			"$copy = $xs\n$copy.sort(key=lambda $x: $x.age, reverse=True)\nreturn $copy",
			"return sorted($xs, key=lambda $x: $x.name, reverse=True)",
			"sorted($xs, key=lambda $x: $x.age, reverse=True)\nreturn $xs",
		),
	},
	{
		name: "the one with the greatest key",
		except: [["$best", "$best"]],
		same: python(
			"$xs",
			"return max($xs, key=lambda $x: $x.age)",
			"return sorted($xs, key=lambda $x: $x.age)[-1]",
			"return sorted($xs, key=lambda $x: $x.age, reverse=True)[0]",
			"$best = $xs[0]\nfor $x in $xs:\n    if $x.age > $best.age:\n        $best = $x\nreturn $best",
		),
		other: python(
			"$xs",
			"return min($xs, key=lambda $x: $x.age)",
			"return sorted($xs, key=lambda $x: $x.age)[0]",
			"return max($x.age for $x in $xs)",
			"$best = $xs[0]\nfor $x in $xs:\n    if $x.age < $best.age:\n        $best = $x\nreturn $best",
		),
	},
	{
		name: "a text of parts",
		same: python(
			"$xs",
			'return "\\n".join(f"{$x.name}: {$x.age}" for $x in $xs)',
			'$lines = []\nfor $x in $xs:\n    $lines.append($x.name + ": " + str($x.age))\nreturn "\\n".join($lines)',
			'$text = ""\nfor $x in $xs:\n    if $text:\n        $text += "\\n"\n    $text += f"{$x.name}: {$x.age}"\nreturn $text',
		),
		other: python(
			"$xs",
			'return " ".join(f"{$x.name}: {$x.age}" for $x in $xs)',
			'return "\\n".join(f"{$x.age}: {$x.name}" for $x in $xs)',
			'for $x in $xs:\n    return f"{$x.name}: {$x.age}"',
		),
	},
	{
		name: "different values in order",
		same: python(
			"$xs",
			"return sorted(set($xs))",
			"$seen = set()\nfor $x in $xs:\n    $seen.add($x)\nreturn sorted($seen)",
			"$out = []\nfor $x in $xs:\n    if $x not in $out:\n        $out.append($x)\nreturn sorted($out)",
			"return sorted({$x for $x in $xs})",
		),
		other: python(
			"$xs",
			"return sorted($xs)",
			"return set($xs)",
			"$out = []\nfor $x in $xs:\n    if $x in $out:\n        $out.append($x)\nreturn sorted($out)",
		),
	},
];
