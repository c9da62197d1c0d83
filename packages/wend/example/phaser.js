// A sprite in Phaser that walks to the clicked tile: the waypoints of a path become a chain of tweens.
import Phaser from "phaser";
import { load } from "wend";

const TILE = 32;
const LEVEL = [
  [0, 0, 0, 0, 0, 0, 0, 0],
  [0, 1, 1, 1, 1, 1, 1, 0],
  [0, 0, 0, 0, 0, 0, 1, 0],
  [0, 1, 1, 1, 1, 0, 1, 0],
  [0, 0, 0, 0, 1, 0, 0, 0],
];

export async function start(parent) {
  const wend = await load();
  // Tile 0 is free. For a tilemap: layer.data.map((row) => row.map(({ index }) => index)).
  const map = wend.createMap({ grid: LEVEL, walkable: 0 });
  const center = (cell) => (cell + 0.5) * TILE;

  class Level extends Phaser.Scene {
    create() {
      LEVEL.forEach((row, y) =>
        row.forEach((tile, x) => {
          const color = tile ? 0x444444 : 0xcccccc;
          this.add.rectangle(center(x), center(y), TILE - 1, TILE - 1, color);
        }),
      );
      this.hero = this.add.circle(center(0), center(0), TILE / 3, 0xaa3322);
      this.input.on("pointerdown", ({ x, y }) =>
        this.walk(Math.floor(x / TILE), Math.floor(y / TILE)),
      );
      this.game.events.emit("level", this);
    }

    /** Walks to a tile. Tweens need only the waypoints. Returns null without a path. */
    walk(x, y) {
      const { hero } = this;
      const from = {
        x: Math.floor(hero.x / TILE),
        y: Math.floor(hero.y / TILE),
      };
      const path = map.findPath(from, { x, y }, { waypoints: true });
      if (path && path.length > 1) {
        const steps = path.slice(1).map((to, i) => {
          const cells = Math.max(
            Math.abs(to.x - path[i].x),
            Math.abs(to.y - path[i].y),
          );
          return { x: center(to.x), y: center(to.y), duration: 20 * cells };
        });
        this.tweens.killTweensOf(hero);
        this.tweens.chain({ targets: hero, tweens: steps });
      }
      return path;
    }
  }

  const [width, height] = [LEVEL[0].length * TILE, LEVEL.length * TILE];
  const game = new Phaser.Game({
    type: Phaser.CANVAS,
    parent,
    width,
    height,
    audio: { noAudio: true },
    banner: false,
    scene: Level,
  });
  const level = await new Promise((done) => game.events.once("level", done));
  return { level, game };
}
