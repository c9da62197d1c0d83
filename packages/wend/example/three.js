// A thousand units of a fleet in three.js: one InstancedMesh, whose matrices follow the arrays of the fleet.
import * as THREE from "three";
import { load } from "wend";

const SIZE = 64;
const UNITS = 1000;

export async function start(canvas) {
  const wend = await load();
  const cells = wend.generate({
    kind: "caves",
    width: SIZE,
    height: SIZE,
    seed: 4,
  });
  const map = wend.createMap({ width: SIZE, height: SIZE, cells });
  const fleet = map.createFleet({ unitsMax: UNITS });
  const goal = map.nearest(cells.indexOf(46), [SIZE - 2, SIZE - 2]);
  const reachable = [...cells.keys()].filter((it) => map.isConnected(goal, it));
  const starts = Array.from(
    { length: UNITS },
    (_, i) => reachable[i % reachable.length],
  );
  fleet.setGroupGoal(fleet.addAll(starts), goal);

  const renderer = new THREE.WebGLRenderer({ canvas });
  const camera = new THREE.OrthographicCamera(0, SIZE, 0, -SIZE, -10, 10);
  const scene = new THREE.Scene();
  const box = new THREE.BoxGeometry(0.8, 0.8, 0.8);
  const mesh = new THREE.InstancedMesh(
    box,
    new THREE.MeshNormalMaterial(),
    UNITS,
  );
  mesh.frustumCulled = false;
  scene.add(mesh);

  const matrix = new THREE.Matrix4();
  const draw = () => {
    const frame = fleet.frame({ nanoseconds: 1_000_000 }); // every unit moves, and searches take up to 1 ms
    const { positions } = fleet;
    for (let unit = 0; unit < fleet.slots; unit++) {
      matrix.setPosition(
        positions[2 * unit] + 0.5,
        -positions[2 * unit + 1] - 0.5,
        0,
      );
      mesh.setMatrixAt(unit, matrix);
    }
    mesh.instanceMatrix.needsUpdate = true;
    renderer.render(scene, camera);
    return frame;
  };
  return { fleet, draw, end: () => (renderer.dispose(), map.destroy()) };
}
